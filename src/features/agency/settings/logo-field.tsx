import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { agencyLogoQuery, saveAgencyLogo } from '#/api/agency-logo/agency-logo.ts'
import { isApiError } from '#/api/error.ts'
import { LOGO_MAX_BYTES, LOGO_TYPES } from '#/contract/agency-logo/agency-logo.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'

/** Refused by the browser or our server. */
class LogoRefused extends Error {
  override readonly name = 'LogoRefused'
}

const REASONS: ReadonlyMap<string, () => string> = new Map([
  ['type', m.logo_wrong_type],
  ['size', () => m.logo_too_large({ most: formatNumber(LOGO_MAX_BYTES / 1024) })],
  ['unsafe', m.logo_unsafe],
])
const reasonOf = (error: unknown): string => {
  const code =
    error instanceof LogoRefused ? error.message : isApiError(error) ? error.fields?.['logo'] : undefined
  return REASONS.get(code ?? '')?.() ?? errorText(error)
}

/** @throws LogoRefused before sending an unsuitable file */
const read = async (file: File): Promise<string> => {
  if (!LOGO_TYPES.some((type) => type === file.type)) throw new LogoRefused('type')
  if (file.size > LOGO_MAX_BYTES) throw new LogoRefused('size')
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Logo for reports and shared pages; saved at once, independent of the form. */
export const LogoField = () => {
  const { principal } = useSignedIn().scope
  const queryClient = useQueryClient()
  const { data: logo, isPending, isLoadingError, error, refetch } = useQuery(agencyLogoQuery(principal))
  const input = useRef<HTMLInputElement>(null)
  const [id, hint] = [useId(), useId()]
  const blocked = useSaveBlocked(true)
  const save = useMutation({
    mutationFn: async (file: File | null) =>
      saveAgencyLogo(queryClient, principal, file === null ? null : await read(file)),
  })
  return (
    <div role="group" aria-labelledby={id} aria-describedby={hint} className="mt-4 grid gap-1">
      <span id={id} className="text-13 font-medium text-text-2">
        {m.logo()}
      </span>
      <div className="flex flex-wrap items-center gap-2">
        {logo != null && (
          <span className="on-paper grid h-12 place-items-center rounded-2 border border-line bg-raised px-2">
            <img src={logo} alt={m.logo_preview()} width={92} height={36} className="object-contain" />
          </span>
        )}
        <input
          ref={input}
          type="file"
          accept={LOGO_TYPES.join(',')}
          aria-label={m.logo()}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) save.mutate(file)
            // Allows the same file to be chosen again.
            target.value = ''
          }}
        />
        <Button
          pending={save.isPending}
          disabledReason={blocked ?? (isPending ? m.loading() : undefined)}
          onClick={() => input.current?.click()}
        >
          {logo == null ? m.logo_choose() : m.logo_replace()}
        </Button>
        {logo != null && (
          <Button
            variant="ghost"
            pending={save.isPending}
            disabledReason={blocked}
            onClick={() => save.mutate(null)}
          >
            {m.logo_remove()}
          </Button>
        )}
      </div>
      <p id={hint} className="text-12 text-text-3">
        {m.logo_hint({ most: formatNumber(LOGO_MAX_BYTES / 1024) })}
      </p>
      {isLoadingError && <LoadError error={error} level={3} onRetry={() => void refetch()} className="" />}
      {save.isError && (
        <p role="alert" className="flex items-start gap-1 text-12 text-missed">
          <Icon name="alert" size={14} className="mt-px" />
          {reasonOf(save.error)}
        </p>
      )}
    </div>
  )
}
