import { useOverview } from '#/features/overview/data/use-overview.ts'

/** Stub. */
export const Summary = () => <p>{useOverview().report?.figures.contacts}</p>
