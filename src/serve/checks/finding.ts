/** The result of one check; `text` says what is wrong and how to fix it, and holds no secret. */
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
