import { expect } from 'chai'
import { reach } from '../../testing/figures.ts'
import { type Backstage, openBackstage, PASSWORD } from './backstage.test-kit.ts'
import { type Box, openBox } from './box.test-kit.ts'

const SAYS = 'Cookies are blocked in your browser'

type Define = (owner: object, name: string, descriptor: PropertyDescriptor) => void

interface Fault {
  /** Runs before any code of a page. */
  begin?(define: Define): void
  /** Runs between the first step and the last. */
  midway?(): void
  /** Whether nothing outlives a page. */
  isWithoutCookies?: boolean
}

const throwing = (name: string, message: string) => () => {
  throw new DOMException(message, name)
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'reading throws': {
    begin: (define) =>
      define(Storage.prototype, 'getItem', { value: throwing('SecurityError', 'The operation is insecure') }),
  },
  'storage is full': {
    begin: (define) =>
      define(Storage.prototype, 'setItem', { value: throwing('QuotaExceededError', 'The quota has been exceeded') }),
  },
  'there is no storage': {
    begin(define) {
      for (const name of ['localStorage', 'sessionStorage']) define(window, name, { value: undefined })
    },
  },
  'storage is cleared on the way': {
    midway() {
      localStorage.clear()
      sessionStorage.clear()
    },
  },
  'IndexedDB is blocked': {
    begin: (define) => define(window, 'indexedDB', { get: throwing('SecurityError', 'The operation is insecure') }),
  },
  'cookies are off': {
    begin(define) {
      define(Navigator.prototype, 'cookieEnabled', { get: () => false })
      define(Document.prototype, 'cookie', { get: () => '', set: () => undefined })
    },
    isWithoutCookies: true,
  },
}

interface Harness {
  email: string
  fault: Fault
  /** Loads a page, like a link or a reload. */
  open(place: string): Promise<Box>
}

const byPassword = async ({ open, email, fault }: Harness): Promise<void> => {
  const box = await open('/account/login')
  if (fault.isWithoutCookies) await box.text(SAYS)
  await box.enterEmail(email)
  await box.field('input[name=password]')
  fault.midway?.()
  await box.enterPassword(PASSWORD)
  await box.left()
}

const FLOWS: Readonly<Record<string, (harness: Harness) => Promise<unknown>>> = {
  password: byPassword,
  async refresh(harness) {
    await byPassword(harness)
    harness.fault.midway?.()
    const box = await harness.open('/account/login')
    // Without cookies no session outlives a page, and the box explains that; otherwise the user is signed in.
    return harness.fault.isWithoutCookies ? box.text(SAYS) : box.left()
  },
  async logout(harness) {
    await byPassword(harness)
    harness.fault.midway?.()
    const box = await harness.open('/account/logout')
    await box.title(/^Sign in to /)
    await box.field('input[name=email]')
  },
}

describe('a fault of the storage', () => {
  let backstage: Backstage
  let box: Box | undefined
  let ended = 0
  const restore: (() => void)[] = []
  before(async () => {
    backstage = await openBackstage()
  })
  afterEach(function () {
    if (this.currentTest?.state === 'passed') ended += 1
    box?.close()
    box = undefined
    for (const back of restore.splice(0).reverse()) back()
    backstage.intercept()
  })

  const define: Define = (owner, name, descriptor) => {
    const before = Object.getOwnPropertyDescriptor(owner, name)
    Object.defineProperty(owner, name, { configurable: true, ...descriptor })
    restore.push(() => {
      if (before) Object.defineProperty(owner, name, before)
      else Reflect.deleteProperty(owner, name)
    })
  }

  for (const [name, fault] of Object.entries(FAULTS))
    for (const [flow, walk] of Object.entries(FLOWS))
      it(`ends in success or an error message: ${name}, ${flow}`, async function () {
        this.timeout(20_000)
        backstage.signOut()
        const { email } = await backstage.recruit('mel@acme.test', 'Stora Gefault')
        fault.begin?.(define)
        if (fault.isWithoutCookies)
          backstage.intercept(async (_, pass) => {
            backstage.jar.clear()
            const response = await pass()
            backstage.jar.clear()
            return response
          })
        const open = async (place: string) => {
          box?.close()
          box = await openBox(backstage, place)
          return box
        }
        await walk({ email, fault, open })
      })

  it('ended in success or an error message, each in every flow', async () => {
    const wanted = Object.keys(FAULTS).length * Object.keys(FLOWS).length
    await reach(
      10,
      '6 faults x 3 flows: 18 of 18 end in success or a readable message',
      `${ended} of ${wanted}`,
      ended === wanted,
    )
    expect(ended).to.equal(wanted)
  })
})
