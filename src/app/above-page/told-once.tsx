import { SampleTour } from '#/app/tour/sample-tour.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { ChangesNotice } from './changes-notice.tsx'

/** What people are told of Callboard itself, once each. In one file: "Go to" and Settings have the same, and are few. */
export const ToldOnce = () => {
  const { session } = useSignedIn()
  return (
    <>
      <ChangesNotice />
      {session.sample && <SampleTour />}
    </>
  )
}
