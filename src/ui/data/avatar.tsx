/** One or two letters for a name: the first of its first two words. */
export function initials(name: string): string {
  return name
    .split(/[\s@._-]+/u)
    .filter((word) => /^\p{L}/u.test(word))
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toLocaleUpperCase() ?? '')
    .join('')
}

/** Stands for a person; the control around it carries the name. */
export function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      // Drawn, not written: letters inside a button would have to be in its accessible name.
      data-initials={initials(name)}
      className="grid size-7 place-items-center rounded-full bg-press text-11 font-semibold text-text-2 before:content-[attr(data-initials)]"
    />
  )
}
