import { expect } from 'chai'
import { aNavigator } from '../../../testing/navigator.ts'
import { mountSlice } from '../../../testing/slice.ts'
import { initialLogin, type LoginState } from '../login.state.ts'
import { signInWork } from './sign-in.actions.ts'

const SIGNED_IN = { ...initialLogin, step: 'success' } as LoginState

describe('leaving the login page', () => {
  it('can be tried again after the host’s redirect failed', async () => {
    const went: string[] = []
    let isReady = false
    const navigator = aNavigator('/account/login', went)
    const { actions } = mountSlice(signInWork, SIGNED_IN, {
      navigator: {
        ...navigator,
        async goLater(url, delayMs) {
          if (!isReady) throw new Error('The router is not ready')
          return navigator.goLater(url, delayMs)
        },
      },
    })
    const failed = await actions.leave().catch((error: Error) => error.message)
    expect(failed).to.equal('The router is not ready')
    isReady = true
    await actions.leave()
    expect(went).to.deep.equal(['https://host.test/'])
  })

  it('happens once, however often it is requested', async () => {
    let departures = 0
    let arrive = (): void => undefined
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const { actions } = mountSlice(signInWork, SIGNED_IN, {
      navigator: {
        ...aNavigator('/account/login'),
        goLater() {
          departures += 1
          return arrived
        },
      },
    })
    const first = actions.leave()
    await actions.leave()
    arrive()
    await first
    expect(departures).to.equal(1)
  })
})
