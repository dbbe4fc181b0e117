import { createMeasure, type Order } from './measure.ts'

const measure = createMeasure()

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  void measure(data).then(
    (said) => postMessage({ said }),
    (error: unknown) => postMessage({ error: String(error) }),
  )
})
