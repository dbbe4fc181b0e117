import { useOverview } from '#/features/overview/data/use-overview.ts'

/** Stub. */
export const NotThrough = () => <p>{useOverview().report?.figures.contacts}</p>
