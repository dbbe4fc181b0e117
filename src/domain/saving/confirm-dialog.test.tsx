// @vitest-environment jsdom
import '#/test/stand-ins.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '#/api/error.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

afterEach(cleanup)

const Question = ({ error, isPending }: { error: unknown; isPending: boolean }) => (
  <ConfirmDialog
    open
    title="Delete all?"
    confirm="Delete"
    act={{
      isPending,
      isError: error !== null,
      error,
      reset: () => expect.unreachable('the error is forgotten'),
    }}
    onConfirm={() => {}}
    onClose={() => expect.unreachable('the dialog closes')}
  >
    For good.
  </ConfirmDialog>
)

test('stays and shows the error when it is closed before the answer', async () => {
  const { rerender } = render(<Question error={null} isPending />)
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  // As Chromium does at a second Escape, without asking.
  dialog.close()
  await Promise.resolve()
  expect(dialog.open).toBe(true)
  rerender(<Question error={new ApiError('storage')} isPending={false} />)
  expect(screen.getByRole('alert').textContent).not.toBe('')
})
