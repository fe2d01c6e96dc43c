/** Slack refused a call; `code` is its own error code. */
export class SlackError extends Error {
  override readonly name = 'SlackError'
  constructor(readonly code: string) {
    super(`Slack: ${code}`)
  }
}

export interface SlackChannel {
  id: string
  name: string
}

/** The vendor's app at Slack. Every call but the first throws a `SlackError` when Slack refuses it. */
export interface SlackPort {
  clientId: string
  /** Returns the URL where a user installs the app; Slack redirects to `redirectUri` with a code and the state. */
  authorizationUrl(given: { state: string; redirectUri: string }): string
  register(given: { code: string; redirectUri: string }): Promise<{ token: string; teamName: string }>
  channels(token: string): Promise<SlackChannel[]>
  post(token: string, message: { channel: string; text: string }): Promise<void>
  /** Ends the installation. */
  uninstall(token: string): Promise<void>
}
