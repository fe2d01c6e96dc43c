import { SlackError, type SlackPort } from '../ports/slack.ts'

/** Creates a Slack that records calls; `state.error` makes every call fail with it. */
export const createFakeSlack = () => {
  const state = {
    error: '',
    posts: [] as { token: string; channel: string; text: string }[],
    uninstalled: [] as string[],
  }
  const check = () => {
    if (state.error) throw new SlackError(state.error)
  }
  const port: SlackPort = {
    clientId: 'slack-client',
    authorizationUrl: ({ state: given, redirectUri }) =>
      `https://slack.test/authorize?${new URLSearchParams({ state: given, redirect_uri: redirectUri })}`,
    async register({ code }) {
      check()
      if (code !== 'good') throw new SlackError('invalid_code')
      return { token: 'xoxb-secret', teamName: 'Acme HQ' }
    },
    async channels() {
      check()
      return [{ id: 'C1', name: 'general' }]
    },
    async post(token, { channel, text }) {
      check()
      state.posts.push({ token, channel, text })
    },
    async uninstall(token) {
      check()
      state.uninstalled.push(token)
    },
  }
  const reset = () => {
    state.error = ''
    state.posts.length = 0
    state.uninstalled.length = 0
  }
  return { port, state, reset }
}
