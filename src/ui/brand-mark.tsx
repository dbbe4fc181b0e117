import { classNames } from './class-names.ts'

/** Also in public/favicon.svg and index.html. */
export function BrandMark({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={20}
      height={20}
      fill="currentColor"
      aria-hidden="true"
      className={classNames('shrink-0 text-accent', className)}
    >
      <path d="M15.6 4.7A7 7 0 0 0 3.1 9.2h4.1a3.1 3.1 0 0 1 5.2-1.4zM15.6 15.3A7 7 0 0 1 3.1 10.8h4.1a3.1 3.1 0 0 0 5.2 1.4z" />
      <circle cx="16.6" cy="10" r="1.9" />
    </svg>
  )
}
