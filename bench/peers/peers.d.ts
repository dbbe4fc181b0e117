/*
 * As much of the package as the bench uses: the project type-checks before it is installed.
 */

declare module 'ag-grid-community' {
  interface GridApi {
    setColumnFilterModel(column: string, model: object | null): Promise<void>
    onFilterChanged(): void
  }
  export const AllCommunityModule: object
  export const ModuleRegistry: { registerModules(modules: readonly object[]): void }
  export const themeQuartz: { withParams(params: object): object }
  export function createGrid(host: HTMLElement, options: object): GridApi
}
