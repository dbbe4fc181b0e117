import { ToastRegion } from '#/ui/overlay/toast.tsx'
import { ChosenChartsPart } from './charts.tsx'
import { ButtonsPart, FieldsPart } from './controls.tsx'
import { ChartsPart, TablePart, TextsPart } from './data.tsx'
import { FiltersPart } from './filters-and-views.tsx'
import { OverlaysPart } from './overlays.tsx'
import { PanelsPart } from './panel-states.tsx'
import { SignsPart } from './signs-and-tokens.tsx'

/** All primitives of src/ui in all states; hover, focus and pressed are set by the visual tests. */
export const PrimitivesPage = () => (
  <main className="px-10 pt-8 pb-12 phone:px-4 phone:pt-4">
    <h1 className="text-24">Primitives</h1>
    <p className="text-text-2">Every part in every state. Point, press and tab to see the rest.</p>
    <ButtonsPart />
    <FieldsPart />
    <FiltersPart />
    <OverlaysPart />
    <TablePart />
    <TextsPart />
    <ChartsPart />
    <ChosenChartsPart />
    <PanelsPart />
    <SignsPart />
    <ToastRegion dismissLabel="Dismiss" />
  </main>
)
