import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkUnused, unusedModules } from './check-unused.mjs';

test('nothing of ours is used by tests alone', () => {
  expect(checkUnused(fileURLToPath(new URL('..', import.meta.url)))).toEqual([]);
});

test('a module is used where an entry comes by it, however far away; tests are nobody, and a command that nobody calls is none', () => {
  const files = {
    'src/main.ts':
      "import { types } from './modules/types/built-in.ts';\nconst later = () => import('./later.ts');\n" +
      "const blocks = import.meta.glob('./blocks/*/block.ts');\n",
    'src/later.ts': "import type { Shape } from './shape.ts';\n",
    'src/shape.ts': '',
    'src/blocks/row/block.ts': '',
    'src/blocks/row/view.tsx': '',
    'src/modules/types/built-in.ts': "import { post } from './post.ts';\n",
    'src/modules/types/post.ts': '',
    'src/modules/types/recipe.ts': "import { course } from './course.ts';\n",
    'src/modules/types/course.ts': '',
    'src/modules/types/recipe.test.ts': "import { recipe } from './recipe.ts';\n",
    'src/modules/posts/cook-post.ts': "import { x } from './pot.ts';\n",
    'src/modules/posts/pot.ts': '',
  };
  const root = mkdtempSync(join(tmpdir(), 'broadsheet-unused-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    expect(unusedModules(root, Object.keys(files), ['src/main.ts'])).toEqual([
      'src/blocks/row/view.tsx',
      'src/modules/types/recipe.ts',
      'src/modules/types/course.ts',
      'src/modules/posts/cook-post.ts',
      'src/modules/posts/pot.ts',
    ]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
