import { useOverview } from '#/features/overview/data/use-overview.ts'

/** Stub. */
export const Today = () => <p>{useOverview().report?.figures.contacts}</p>
