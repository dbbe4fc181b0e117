import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { preferencesQuery } from '#/api/preferences.ts'
import type { Preferences } from '#/contract/preferences.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { LoadedPart } from '#/domain/notice/loaded-part.tsx'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { accountName } from '#/domain/session/account-name.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { saveFile } from '#/domain/files/save-file.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { SettingsSection } from './settings-section.tsx'

/** Counts in page order; spend by month, source and client. */
const countsOf = ({ saved_views, spend, count_as, won_statuses, pins, columns, overview }: Preferences) =>
  [
    [m.made_views(), saved_views?.length],
    [m.made_spend(), spend?.reduce((sum, { months }) => sum + Object.keys(months).length, 0)],
    [m.made_count_as(), count_as?.length],
    [m.made_won_statuses(), won_statuses?.length],
    [m.made_pins(), (pins?.clients?.length ?? 0) + (pins?.objects?.length ?? 0)],
    [m.made_looks(), Object.keys(columns ?? {}).length + (overview === undefined ? 0 : 1)],
  ] as const

export const MadeHere = () => {
  const { scope, session } = useSignedIn()
  const options = preferencesQuery(scope.principal)
  const query = useQuery(options)
  const queryClient = useQueryClient()
  const blocked = useSaveBlocked(true)
  const download = useMutation({
    // Fresh: another computer may have saved.
    mutationFn: () => queryClient.fetchQuery({ ...options, staleTime: 0 }),
    onSuccess: ({ preferences }) =>
      saveFile(
        new Blob(
          [
            JSON.stringify(
              { account: accountName(session.user), downloaded: new Date().toISOString(), ...preferences },
              null,
              2,
            ),
          ],
          { type: 'application/json' },
        ),
        'callboard.json',
      ),
    onError: (error) => showToast({ tone: 'failed', text: errorText(error) }),
  })
  return (
    <SettingsSection title={m.made_title()} about={m.made_about()}>
      <LoadedPart query={query} queryKey={options.queryKey} skeleton={<Skeleton className="h-20" />}>
        {({ preferences }) => {
          const made = countsOf(preferences).filter(([, count = 0]) => count > 0)
          if (made.length === 0) return <p className="text-13 text-text-3">{m.made_nothing()}</p>
          return (
            <>
              <dl className="flex flex-wrap gap-x-8 gap-y-3">
                {made.map(([what, count = 0]) => (
                  <div key={what}>
                    <dt className="text-12 text-text-2">{what}</dt>
                    <dd className="text-14 font-semibold tabular-nums">{formatNumber(count)}</dd>
                  </div>
                ))}
              </dl>
              <Button
                icon="download"
                className="mt-3"
                pending={download.isPending}
                disabledReason={blocked}
                onClick={() => download.mutate()}
              >
                {m.made_download()}
              </Button>
            </>
          )
        }}
      </LoadedPart>
    </SettingsSection>
  )
}
