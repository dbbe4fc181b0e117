/*
 * As much of the packages as the benches use: the project type-checks before they are installed.
 */

declare module 'crossfilter2' {
  interface Group<K, V> {
    reduce<R>(
      add: (reduced: R, row: never) => R,
      remove: (reduced: R, row: never) => R,
      initial: () => R,
    ): Group<K, R>
    all(): readonly { readonly key: K; readonly value: V }[]
    dispose(): void
  }
  interface Dimension<T, K> {
    filter(value: K): void
    filterRange(range: readonly [K, K]): void
    filterAll(): void
    top(count: number): readonly T[]
    group(): Group<K, number>
    dispose(): void
  }
  interface Crossfilter<T> {
    dimension<K>(value: (row: T) => K): Dimension<T, K>
  }
  function crossfilter<T>(rows: readonly T[]): Crossfilter<T>
  export = crossfilter
}

declare module 'arquero' {
  interface Table {
    filter(test: unknown): Table
    groupby(...columns: readonly string[]): Table
    rollup(values: Readonly<Record<string, unknown>>): Table
    count(): Table
    orderby(order: unknown): Table
    slice(first: number, last: number): Table
    params(values: Readonly<Record<string, unknown>>): Table
    array(column: string): ArrayLike<number>
    objects(): readonly Readonly<Record<string, unknown>>[]
  }
  export const op: { count(): unknown; sum(column: string): unknown; mean(column: string): unknown }
  export function desc(column: string): unknown
  export function from(rows: readonly object[]): Table
}

declare module 'apache-arrow' {
  interface Table {
    readonly numRows: number
  }
  export const Utf8: new () => object
  export const Int32: new () => object
  export const Dictionary: new (values: object, indices: object) => object
  export const Table: new (columns: Readonly<Record<string, unknown>>) => Table
  export function vectorFromArray(values: readonly unknown[] | Int32Array, type?: object): unknown
  export function tableToIPC(table: Table, kind: 'stream'): Uint8Array
}

declare module '@duckdb/duckdb-wasm/blocking' {
  interface Answer {
    toArray(): readonly { toJSON(): Readonly<Record<string, unknown>> }[]
  }
  interface Connection {
    query(sql: string): Answer
    insertArrowFromIPCStream(
      stream: Uint8Array,
      options: { readonly name: string; readonly create: boolean },
    ): void
  }
  interface Bindings {
    instantiate(): Promise<unknown>
    connect(): Connection
    readonly mod?: { readonly HEAPU8: Uint8Array }
  }
  export const VoidLogger: new () => object
  export const NODE_RUNTIME: unknown
  export const BROWSER_RUNTIME: unknown
  export function createDuckDB(bundles: unknown, logger: object, runtime: unknown): Promise<Bindings>
}

declare module 'ag-grid-community' {
  export interface ColDef<Row> {
    readonly headerName: string
    readonly colId: string
    readonly width: number
    readonly filter: string
    readonly valueGetter: (of: { readonly data: Row | undefined }) => string
  }
  export interface GridApi {
    setColumnFilterModel(column: string, model: object | null): Promise<void>
    onFilterChanged(): void
  }
  export const AllCommunityModule: object
  export const ModuleRegistry: { registerModules(modules: readonly object[]): void }
  export const themeQuartz: { withParams(params: object): object }
  export function createGrid<Row>(
    host: HTMLElement,
    options: {
      readonly theme: object
      readonly columnDefs: readonly ColDef<Row>[]
      readonly rowData: readonly Row[]
      readonly rowHeight: number
      readonly headerHeight: number
      readonly animateRows: boolean
      readonly suppressColumnMoveAnimation: boolean
    },
  ): GridApi
}
