import type { FastifyInstance } from 'fastify';
import { defaultAvatarPath } from '../../lib/default-avatar.ts';

/** A person's outline, 96 pixels square. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABgBAMAAAAQtmoLAAAAMFBMVEXDx83////7/Pzu7/H+/v7y8/XLztPHy9Dp6+3Y29/b3eH4+frf4eTi5OfT1tvR1Nliz1wPAAAACXBIWXMAAAsT' +
    'AAALEwEAmpwYAAABl0lEQVRYw+2Wvy4EURTGJ5ZZyyL3zhAMkUlUKpOI6BhegIpyRKeaRqNaEYVuVTQSElGbSrGNfQNKnUcgXsBKdmXun7nfPbGima/+fpk55373nOs4pUqVKqXo8Gxx' +
    'c+/e3v8Zs478dVv/Aetq1c5fC3sAb1oBbfajeRv/GMvp2QK4yAMz2O+GeYAnEKgwQcsQ+BCBBQhEIuDBEmIR8FMAjDBJNwAYloEGAIZkYBsAAzLwAIBBGdjoN0D+JXLR5LYqB9fsdzTI' +
    '4aPHm3yByFeUPATEMfP0F4OMPirJw5g+7h3n+HuhXJaL9X/lXp+2Qt5ae02s7NWrrBeN4DzF/vGVfLy33pC/nolXNAA3opbJcykwRtyNmKJJU+l3TKMlwmAF47Ua6QGvqLlHrEC7tA90' +
    '6k4pFRRX0S4G5nT+ibgY8N9tthvadLcmYFbTo9AEcLVPdWaUGtpRM/BIK0FXRGQGPLSfFSXoBYCechUENGhNUp9B+wiYMm1nneSN/YIAOeEnCJiWgB0EyCeXISD4LRAigEsAihLzu8Yv' +
    'jtCNEeaaQw0AAAAASUVORK5CYII=',
  'base64',
);

/** Serves the picture of accounts without a portrait. */
export function installDefaultAvatar(app: FastifyInstance): void {
  app.get(defaultAvatarPath, async (_request, reply) =>
    reply.type('image/png').header('cache-control', 'public, max-age=2592000').send(picture),
  );
}
