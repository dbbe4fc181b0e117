import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'

export const RetryButton = ({ onPress }: { onPress: () => void }) => (
  <LinkButton onClick={onPress}>{m.retry()}</LinkButton>
)
