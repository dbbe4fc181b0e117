/** One of several choices inside an editor. */
export const CHOICE =
  'min-h-7 cursor-default rounded-2 px-2 text-left text-13 text-text-2 hover:bg-hover-raised hover:text-text active:bg-press aria-pressed:bg-selected aria-pressed:font-strong aria-pressed:text-accent phone:min-h-10 phone:border phone:border-line-strong phone:aria-pressed:border-accent forced-colors:aria-pressed:border'
