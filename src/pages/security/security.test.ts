import { expect } from 'chai'
import { defineTab, fieldAppearance, readPlace, tabLocation, visibleTabs, writePlace } from './security.tabs.ts'

const load = () => Promise.reject(new Error('not loaded here'))
const center = defineTab({ id: 'center', featureFlag: 'center', load })
const sessions = defineTab({ id: 'sessions', name: 'sessionManagement', load })

const settingsWith = (tab: object, flag = 'on') => ({
  flags: { center: flag },
  theme: { adminPortal: { pages: { security: { tabsProperties: { sessionManagement: tab } } } } },
})
const idle = (appearance: string) => ({ fieldsProperties: { idleSessionTimeout: { appearance } } })

describe('what a user sees of the security page', () => {
  it('is every tab that is not hidden', () => {
    const shown = (tab: object) => visibleTabs([center, sessions], settingsWith(tab)).map(({ id }) => id)
    expect(shown({})).to.deep.equal(['center', 'sessions'])
    expect(shown({ appearance: 'viewOnly' })).to.deep.equal(['center', 'sessions'])
    expect(shown({ appearance: 'hidden' })).to.deep.equal(['center'])
    for (const flag of ['off', '', 'ON', 'true'])
      expect(visibleTabs([center, sessions], settingsWith({}, flag)).map(({ id }) => id)).to.deep.equal(['sessions'])
  })

  it('is the strictest appearance of tab, field and permission', () => {
    const cases: [tab: object, mayEdit: boolean, expected: string][] = [
      [{}, true, 'edit'],
      [{}, false, 'viewOnly'],
      [idle('viewOnly'), true, 'viewOnly'],
      [idle('hidden'), true, 'hidden'],
      [idle('hidden'), false, 'hidden'],
      [{ appearance: 'viewOnly', ...idle('edit') }, true, 'viewOnly'],
      [{ appearance: 'viewOnly', ...idle('hidden') }, true, 'hidden'],
      [{ appearance: 'hidden', ...idle('edit') }, true, 'hidden'],
    ]
    for (const [tab, mayEdit, expected] of cases) {
      const found = fieldAppearance(settingsWith(tab), sessions, mayEdit)('idleSessionTimeout')
      expect(found, JSON.stringify({ tab, mayEdit })).to.equal(expected)
    }
    expect(fieldAppearance(settingsWith({}), center, true)('score')).to.equal('edit')
  })
})

describe('the URL of the security page', () => {
  it('contains a tab, a control, and the state of the tab', () => {
    expect(readPlace('tab=ip&focus=add&page=2&search=10.')).to.deep.equal({
      tab: 'ip',
      focus: 'add',
      rest: 'page=2&search=10.',
    })
    expect(readPlace('tab=unknown').tab).to.equal(undefined)
    expect(writePlace({ tab: 'ip', focus: 'add', rest: 'page=2' })).to.equal('tab=ip&focus=add&page=2')
  })

  it('keeps the tab while the tab writes its own part', () => {
    const written: string[] = []
    const location = tabLocation({ search: 'tab=ip&focus=add&page=2', write: (search) => written.push(search) }, 'ip')
    expect(location.search).to.equal('page=2')
    location.write('page=3', 'push')
    location.write('', 'push')
    expect(written).to.deep.equal(['tab=ip&page=3', 'tab=ip'])
  })
})
