import { ColumnNode, PostgresQueryCompiler, ReferenceNode, ValueNode } from 'kysely';
import type { BinaryOperationNode, LimitNode, OffsetNode, OperationNode } from 'kysely';

/** Columns of few values, each of which a different share of the rows has. */
const kinds = new Set(['type', 'post_type', 'taxonomy']);
/** What a registered type or taxonomy may be called, and nothing that would have to be escaped. */
const plainName = /^[a-z0-9_-]{1,32}$/;

/**
 * Writes into a statement how many rows are wanted, and of which type. PostgreSQL keeps a plan for any values only where that costs no more, by its estimate,
 * than those for the first five; of a limit that it is not told it expects a tenth of all rows, and of a type as many posts as of any other. So a list of the
 * newest five articles never looked as cheap without its values, and was planned anew for each page, which takes ten times as long as reading it
 * (decision 105).
 */
export class ToldValuesCompiler extends PostgresQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    this.#clause('limit', node.limit);
  }

  protected override visitOffset(node: OffsetNode): void {
    if (wholeNumber(node.offset) === 0) this.#clause('offset', node.offset);
    else super.visitOffset(node);
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const name =
      ReferenceNode.is(node.leftOperand) && isKind(node.leftOperand) && ValueNode.is(node.rightOperand)
        ? node.rightOperand.value
        : undefined;
    if (typeof name !== 'string' || !plainName.test(name)) return super.visitBinaryOperation(node);
    super.visitBinaryOperation({ ...node, rightOperand: ValueNode.createImmediate(name) });
  }

  #clause(word: string, count: OperationNode): void {
    const told = wholeNumber(count);
    this.append(`${word} `);
    if (told === undefined) this.visitNode(count);
    else this.append(String(told));
  }
}

const isKind = ({ column }: ReferenceNode) => ColumnNode.is(column) && kinds.has(column.column.name);

/** A value that is a whole number. */
function wholeNumber(node: OperationNode): number | undefined {
  return ValueNode.is(node) && Number.isSafeInteger(node.value) ? Number(node.value) : undefined;
}
