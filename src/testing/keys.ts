interface Socket {
  sendMessageWaitForResponse(message: unknown): Promise<{ executed: boolean }>
}

/** Served by the test runner; the name is kept from the bundler. */
const SOCKET = '/__web-dev-server__web-socket.js'

const command = async (payload: Readonly<Record<string, string>>): Promise<void> => {
  const socket = (await import(SOCKET)) as Socket // the runner's own module
  const sessionId = new URL(location.href).searchParams.get('wtr-session-id')
  await socket.sendMessageWaitForResponse({ type: 'wtr-command', sessionId, command: 'send-keys', payload })
}

/** Presses real keys of the browser, one after the other, wherever the focus is: shadow roots included. */
export const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await command({ press: key })
}

export const type = (text: string): Promise<void> => command({ type: text })
