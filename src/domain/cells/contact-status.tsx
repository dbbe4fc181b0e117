import { StatusMark } from '#/ui/data/status.tsx'
import { statusLook } from './status-look.ts'

export const ContactStatus = ({
  code,
  serviceName,
}: {
  code: number | null
  serviceName?: string | undefined
}) => {
  const { word, icon, tone } = statusLook(code, serviceName)
  return (
    <StatusMark tone={tone} icon={icon}>
      {word}
    </StatusMark>
  )
}
