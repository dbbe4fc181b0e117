export function initials(name: string): string {
  return name
    .split(/[\s@._-]+/u)
    .filter((word) => /^\p{L}/u.test(word))
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toLocaleUpperCase() ?? '')
    .join('')
}

/** Decorative: the control has the name. */
export function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      // CSS content: letters in the button would join its accessible name.
      data-initials={initials(name)}
      className="grid size-7 place-items-center rounded-full bg-press text-11 font-semibold text-text-2 before:content-[attr(data-initials)]"
    />
  )
}
