import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';
import durations from './durations.json' with { type: 'json' };

/** Estimated milliseconds per byte of an unmeasured test. */
const perByte = 0.2;

/**
 * Starts with the slowest tests, so that no worker has a long file at the end: by the last measurement here, else
 * durations.json (seconds on an idle machine with two cores), else by size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const expected = new Map(
      specifications.map((specification) => [specification, this.#expected(specification)]),
    );
    // Isolated files come first, so that nothing waits for their startup and end.
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
