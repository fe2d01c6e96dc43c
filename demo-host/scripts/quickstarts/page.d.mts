type Kind = 'generate' | 'enter' | 'install' | 'copy' | 'configure' | 'start'

export declare const quickstartOf: (name: string) => {
  title: string
  url: string
  commands: Readonly<Record<Kind, readonly string[]>>
}

/** Returns what a newcomer sees according to the page, and the email and password to sign in with. */
export declare const expectationsOf: () => Readonly<
  Record<'color' | 'email' | 'password' | 'welcome' | 'gate' | 'portal', string>
>
