import { useEffect, useEffectEvent } from 'react'
import { areKeysOff } from '#/ui/page-keys.ts'
import { commandOf, isFree } from './keys.ts'
import type { Player } from './use-player.ts'

/** Open overlays handle their own keys; tooltips don't. */
const OPEN_ABOVE = 'dialog:modal, [popover=auto]:popover-open'

/** Player shortcuts on the page, except while typing or with an overlay. */
export const usePlayerKeys = (player: Player, enabled = true) => {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const command = commandOf(event)
    if (!command || areKeysOff() || event.defaultPrevented || !(event.target instanceof Element)) return
    if (!isFree(event.target, command) || document.querySelector(OPEN_ABOVE)) return
    event.preventDefault()
    if (command.do === 'skip') player.skip(command.seconds)
    // Ignore key repeat.
    else if (event.repeat) return
    else if (command.do === 'toggle') player.toggle()
    else player.stepSpeed(command.by)
  })
  useEffect(() => {
    if (!enabled) return undefined
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [enabled])
}
