import { m } from '#/i18n/paraglide/messages.js'
import { Td } from '#/ui/data/table.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { rowLook } from './row-look.ts'

const ROWS = 8
/** Numbers, calls, tariff, city and paid until. */
const QUIET = ['ml-auto w-6', 'mr-8 ml-auto w-12', 'w-16', 'w-18', 'w-20']

/** Rows of objects that are on their way. */
export const SkeletonRows = () =>
  Array.from({ length: ROWS }, (_, row) => (
    <tr key={row} className={`h-15 ${rowLook.row}`}>
      <Td className={rowLook.name}>
        <span className="grid max-w-60 gap-2.5">
          <Skeleton width={row % 3 === 0 ? 'lg' : 'xl'} />
          <Skeleton width="md" />
        </span>
        {row === 0 && <output className="sr-only">{m.objects_loading()}</output>}
      </Td>
      <Td className={rowLook.tracking}>
        <span className="block w-10">
          <Skeleton />
        </span>
      </Td>
      <Td className={rowLook.sessions}>
        <span className="grid gap-2.5">
          <Skeleton width="sm" />
          <Skeleton className="h-1" />
        </span>
      </Td>
      <Td className={rowLook.runway}>
        <span className="grid gap-2.5">
          <Skeleton className="h-1" />
          <Skeleton width="sm" />
        </span>
      </Td>
      {QUIET.map((look) => (
        <Td key={look} className={rowLook.quiet}>
          <span className={`block phone:mx-0 ${look}`}>
            <Skeleton />
          </span>
        </Td>
      ))}
    </tr>
  ))
