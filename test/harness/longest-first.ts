import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';
import durations from './durations.json' with { type: 'json' };

/** About this many milliseconds a byte of test takes, where nobody has measured it. */
const perByte = 0.2;

/**
 * Begins with what takes longest, so that no worker is left with a long file at the end: by what this checkout measured last, else by durations.json (seconds,
 * from a quiet machine of two cores), else by size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const expected = new Map(
      specifications.map((specification) => [specification, this.#expected(specification)]),
    );
    // What has a worker to itself goes first: its start and its end are waited for by nobody then.
    const isolated = ({ project }: TestSpecification) => Number(project.config.isolate);
    return specifications.toSorted(
      (a, b) => isolated(b) - isolated(a) || (expected.get(b) ?? 0) - (expected.get(a) ?? 0),
    );
  }

  /** Milliseconds. */
  #expected(specification: TestSpecification): number {
    const measured = this.ctx.cache.getTestSpecificationResult(specification)?.duration;
    const known = (durations as Readonly<Record<string, number>>)[
      relative(this.ctx.config.root, specification.moduleId)
    ];
    return measured ?? (known === undefined ? statSync(specification.moduleId).size * perByte : known * 1000);
  }
}
