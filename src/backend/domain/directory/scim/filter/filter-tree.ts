export type Operator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'

export type Literal = string | number | boolean | null

/** A filter as it was written. Attribute paths stay texts until they are compared with a schema. */
export type Tree =
  | { kind: 'and'; parts: readonly Tree[] }
  | { kind: 'or'; parts: readonly Tree[] }
  | { kind: 'not'; part: Tree }
  | { kind: 'present'; path: string }
  | { kind: 'compare'; path: string; operator: Operator; value: Literal }
  /** For `emails[type eq "work"]`, a single value of the attribute must meet the whole condition. */
  | { kind: 'value'; path: string; part: Tree }
