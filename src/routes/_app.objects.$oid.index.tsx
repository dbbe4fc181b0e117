import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/objects/$oid/')({
  beforeLoad: ({ params }) => {
    // The object's journal until the object has a page of its own.
    throw redirect({ to: '/objects/$oid/calls', params, search: true, replace: true })
  },
})
