import { configure, getByText, prettyDOM, waitFor } from '@testing-library/dom'
import { expect } from 'chai'
import { queryError } from './query-errors.ts'

/** An element that counts how often its DOM is printed. */
const countedElement = () => {
  const element = document.createElement('p')
  element.textContent = 'Saved'
  let printed = 0
  const attributes = element.attributes
  Object.defineProperty(element, 'attributes', {
    get: () => {
      printed += 1
      return attributes
    },
  })
  return { element, printed: () => printed }
}

const failureOf = (work: () => unknown): Error => {
  try {
    work()
  } catch (error) {
    return error as Error
  }
  throw new Error('Nothing failed')
}

describe('The errors of queries', () => {
  before(() => configure({ getElementError: queryError }))

  it('contain the DOM at once if nothing waits', () => {
    const { element } = countedElement()
    const error = failureOf(() => getByText(element, 'Deleted'))
    element.textContent = 'Sent'
    expect(error.message).to.contain('Deleted').and.contain('Saved')
  })

  it('print the DOM only once for a query that is repeated until the time is up', async () => {
    const { element, printed } = countedElement()
    prettyDOM(element)
    const once = printed()
    let tries = 0
    const find = () => {
      tries += 1
      return getByText(element, 'Deleted')
    }
    const wait = waitFor(find, { timeout: 120, interval: 10 })
    const error = await wait.then(
      () => new Error('Nothing failed'),
      (caught: Error) => caught,
    )
    expect(tries).to.be.greaterThan(1)
    expect(error.name).to.equal('TestingLibraryElementError')
    expect(error.message).to.contain('Deleted').and.contain('Saved')
    expect(error.stack).to.contain('Saved')
    expect(printed() - once).to.equal(once)
  })

  it('print nothing for a query that succeeds later', async () => {
    const { element, printed } = countedElement()
    let tries = 0
    await waitFor(
      () => {
        tries += 1
        if (tries === 3) element.textContent = 'Deleted'
        return getByText(element, 'Deleted')
      },
      { interval: 10 },
    )
    expect(printed()).to.equal(0)
  })
})
