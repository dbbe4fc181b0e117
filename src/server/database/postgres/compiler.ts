import {
  ColumnDefinitionNode,
  CreateTableNode,
  GeneratedNode,
  PostgresQueryCompiler,
  RawNode,
  type ColumnDataType,
} from 'kysely'

/*
 * Migrations are written once, in the words that SQLite knows; here stands what the same columns are in PostgreSQL.
 */

/** SQLite's integers have 64 bits: a number typed with too many digits finds nothing and is no error. */
const TYPE: Readonly<Record<string, ColumnDataType | 'bytea'>> = { integer: 'bigint', blob: 'bytea' }

/** Texts are compared byte by byte, whatever language the database is in. */
const BY_BYTES = RawNode.createWithSql('collate "C"')

const isWithoutRowid = (node: unknown) =>
  RawNode.is(node as RawNode) && (node as RawNode).sqlFragments.join('') === 'without rowid'

const columnOf = (node: ColumnDefinitionNode): ColumnDefinitionNode => {
  const type = 'dataType' in node.dataType ? node.dataType.dataType : null
  if (typeof type !== 'string') return node
  const { autoIncrement, ...column } = node
  return {
    ...column,
    ...(type in TYPE && { dataType: { ...node.dataType, dataType: TYPE[type] } as never }),
    ...(type === 'text' && { frontModifiers: [BY_BYTES, ...(node.frontModifiers ?? [])] }),
    // An `integer primary key` of SQLite's counts by itself where no number is given.
    ...(type === 'integer' &&
      (autoIncrement || node.primaryKey) && {
        generated: GeneratedNode.create({ identity: true, byDefault: true }),
      }),
  }
}

export class PortableCompiler extends PostgresQueryCompiler {
  protected override visitColumnDefinition(node: ColumnDefinitionNode): void {
    super.visitColumnDefinition(columnOf(node))
  }

  protected override visitCreateTable(node: CreateTableNode): void {
    const endModifiers = node.endModifiers?.filter((modifier) => !isWithoutRowid(modifier))
    super.visitCreateTable({ ...node, ...(endModifiers && { endModifiers }) })
  }
}
