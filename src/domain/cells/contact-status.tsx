import { StatusMark } from '#/ui/data/status.tsx'
import { statusBadge } from './status-badge.ts'

export const ContactStatus = ({
  code,
  serviceName,
}: {
  code: number | null
  serviceName?: string | undefined
}) => {
  const { word, icon, tone } = statusBadge(code, serviceName)
  return (
    <StatusMark tone={tone} icon={icon}>
      {word}
    </StatusMark>
  )
}
