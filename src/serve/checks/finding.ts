/** Result of one check; `text` describes the fault and how to fix it, and contains no secret. */
export interface Finding {
  check:
    | 'settings'
    | 'database'
    | 'migrations'
    | 'keys'
    | 'clock'
    | 'mail'
    | 'SMS'
    | 'passwords'
    | 'DNS'
    | 'CDN'
    | 'server'
  level: 'ok' | 'warning' | 'fault'
  text: string
}
