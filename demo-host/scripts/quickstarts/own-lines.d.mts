interface Change {
  added: boolean
  value: string[]
}

export declare const ownLinesOf: (
  generated: string,
  own: string,
  diffArrays: (before: string[], after: string[]) => Change[],
) => string[]
