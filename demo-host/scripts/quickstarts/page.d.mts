type Kind = 'generate' | 'enter' | 'install' | 'copy' | 'configure' | 'start'

export declare const quickstartOf: (name: string) => {
  title: string
  url: string
  commands: Readonly<Record<Kind, readonly string[]>>
}

/** Returns what the page says that a newcomer sees, and with whose password. */
export declare const sightsOf: () => Readonly<
  Record<'color' | 'email' | 'password' | 'welcome' | 'gate' | 'portal', string>
>
