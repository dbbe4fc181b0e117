import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { useFocusPassedOn } from './use-focus-passed-on.ts'

/** "Try again" in a line of text. When it goes with what it stands beside, the focus stays near. */
export const RetryButton = ({ onPress }: { onPress: () => void }) => (
  <span ref={useFocusPassedOn<HTMLSpanElement>()}>
    <LinkButton onClick={onPress}>{m.retry()}</LinkButton>
  </span>
)
