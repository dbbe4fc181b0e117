/**
 * On a phone the row is a block: name and tracking, badges and site, runway, sessions with their meter, and the rest in
 * quiet lines that say what each is, since there is no header.
 */
const cell = 'phone:border-0! phone:p-0!'
const wide = `${cell} phone:basis-full`

export const rowLook = {
  row: 'phone:relative phone:flex phone:h-auto phone:flex-wrap phone:gap-x-3 phone:gap-y-2 phone:border-b phone:border-line phone:px-4 phone:py-3',
  name: `${wide} py-1.5`,
  tracking: `${cell} phone:absolute phone:top-3 phone:right-4`,
  sessions: `${wide} phone:order-2`,
  runway: `${wide} phone:order-1`,
  /** In two columns on a phone. */
  quiet: `${cell} phone:order-3 phone:basis-[calc(50%-6px)] phone:text-left phone:text-12 phone:text-text-2 phone:not-last:-mb-1`,
} as const
