interface Socket {
  sendMessageWaitForResponse(message: unknown): Promise<{ executed: boolean }>
}

/** Served by the test runner; the variable hides the path from the bundler. */
const SOCKET = '/__web-dev-server__web-socket.js'

/** Sends a command to the test runner for actions that a page can't do itself. */
export const runnerCommand = async (command: string, payload: Readonly<Record<string, unknown>>): Promise<void> => {
  const socket = (await import(SOCKET)) as Socket // This is the runner's own module.
  const sessionId = new URL(location.href).searchParams.get('wtr-session-id')
  await socket.sendMessageWaitForResponse({ type: 'wtr-command', sessionId, command, payload })
}
