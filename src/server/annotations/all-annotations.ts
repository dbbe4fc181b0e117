import type { Annotation } from '#/contract/annotations/annotations.ts'
import type { Annotations } from './store.ts'

export const allAnnotations = async (
  annotations: Pick<Annotations, 'since'>,
  account: string,
): Promise<readonly Annotation[]> => {
  const all: Annotation[] = []
  let after: Parameters<Annotations['since']>[2] = null
  do {
    const { marks: some, next } = await annotations.since(account, 0, after)
    all.push(...some)
    after = next
  } while (after !== null)
  return all
}
