import { watchable } from '#/api/transport/watched.ts'

/** Whether the tour of the sample is shown. Who starts it (the header, Settings, "Go to") and who shows it are apart. */
export const tour = watchable(false)
