import { useQueryClient } from '@tanstack/react-query'
import { Button, Dialog, DialogTrigger, Modal, Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { z } from 'zod'

const texts = z.object({ rows: z.array(z.string()) })

export const TextPage = () => {
  const { rows } = texts.parse(useQueryClient().getQueryData(['rows']))
  return (
    <main>
      <nav>
        <DialogTrigger>
          <Button>Write</Button>
          <Modal>
            <Dialog>Later</Dialog>
          </Modal>
        </DialogTrigger>
      </nav>
      <h1 data-useful>A text</h1>
      <Tabs>
        <TabList aria-label="Parts">
          <Tab id="text">Text</Tab>
          <Tab id="answers">Answers</Tab>
        </TabList>
        <TabPanel id="answers">None yet</TabPanel>
      </Tabs>
      {rows.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </main>
  )
}
