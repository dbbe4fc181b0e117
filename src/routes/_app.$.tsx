import { createFileRoute, notFound } from '@tanstack/react-router'

/** Every other address: there is no such page, said inside the frame, from where one goes on. */
export const Route = createFileRoute('/_app/$')({
  beforeLoad: () => {
    throw notFound()
  },
})
