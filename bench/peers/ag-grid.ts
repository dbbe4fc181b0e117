import { AllCommunityModule, createGrid, ModuleRegistry, themeQuartz } from 'ag-grid-community'
import type { PeerPage } from '../table/peer-page.tsx'

/** AG Grid Community as its documentation sets it up for long lists: no animation, the same row height as the others. */
export const agGrid: PeerPage = ({ host, rows, columns, rowHeight, widths }) => {
  ModuleRegistry.registerModules([AllCommunityModule])
  const columnDefs = columns.map((name, column) => ({
    headerName: name,
    colId: String(column),
    width: widths[column]!,
    filter: 'agTextColumnFilter',
    valueGetter: ({ data }: { data?: readonly string[] }) => data?.[column] ?? '',
  }))
  host.style.height = `${host.clientHeight + rowHeight + 1}px`
  const api = createGrid(host, {
    theme: themeQuartz.withParams({ fontSize: 13, spacing: 4 }),
    columnDefs,
    rowData: [...rows],
    rowHeight,
    headerHeight: rowHeight,
    animateRows: false,
    suppressColumnMoveAnimation: true,
  })
  return {
    box: '.ag-grid-viewport',
    // With its line.
    head: rowHeight + 1,
    row: '.ag-grid-scrolling-container > .ag-row',
    rowIndex: 'row-index',
    filter: (column, value) =>
      api
        .setColumnFilterModel(
          String(column),
          value === null ? null : { filterType: 'text', type: 'equals', filter: value },
        )
        .then(() => api.onFilterChanged()),
  }
}
