import { createHash } from 'node:crypto'

/** Creates a checksum of the rows of an export, in their order. */
export const createChecksum = () => {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add: (id: string): number => {
      rows += 1
      hash.update(`${id}\n`)
      return rows
    },
    result: () => ({ rows, sum: hash.digest('hex').slice(0, 16) }),
  }
}
