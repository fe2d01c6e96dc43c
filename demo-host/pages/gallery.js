import { entries, openGallery } from 'http://localhost:3001/6.176.0/gallery.js'

const find = (id) => document.getElementById(id)
const stage = find('stage')
const gallery = openGallery(stage)
const links = new Map()

const make = (tag, facts, ...children) => {
  const node = Object.assign(document.createElement(tag), facts)
  node.append(...children)
  return node
}

const words = (name) => name.replaceAll('-', ' ')

const linkTo = ({ id, scene, step }) => {
  const link = make('a', { href: `#${id}`, textContent: words(scene) })
  link.setAttribute('aria-label', `${step}: ${words(scene)}`)
  links.set(id, link)
  return make('li', {}, link)
}

const groupsOf = (rows, key) =>
  [...new Set(rows.map((row) => row[key]))].map((name) => rows.filter((row) => row[key] === name))

for (const flow of groupsOf(entries, 'flow')) {
  const steps = groupsOf(flow, 'step').map((rows) =>
    make('section', {}, make('h3', { textContent: rows[0].step }), make('ul', {}, ...rows.map(linkTo))),
  )
  find('list').append(
    make('details', { open: flow[0].flow === 'login' }, make('summary', { textContent: flow[0].flowTitle }), ...steps),
  )
}

/** A scene may take the focus as it does on its own page; keyboard users keep their place in the list. */
let keptFocus
stage.addEventListener('focusin', () => keptFocus?.focus({ preventScroll: true }))
const release = () => {
  keptFocus = undefined
}
for (const type of ['pointerdown', 'keydown']) addEventListener(type, release, { capture: true })

const neighbour = (at, step) => entries[(at + step + entries.length) % entries.length].id

const show = async () => {
  const id = decodeURIComponent(location.hash.slice(1)) || entries[0].id
  const at = entries.findIndex((entry) => entry.id === id)
  find('missing').hidden = at >= 0
  stage.hidden = at < 0
  for (const [name, link] of links) {
    if (name === id) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  if (at < 0) return
  const { flowTitle, step, scene } = entries[at]
  find('name').textContent = `${flowTitle} · ${step} · ${words(scene)}`
  document.title = `${step}: ${words(scene)} · Gallery`
  find('previous').href = `#${neighbour(at, -1)}`
  find('next').href = `#${neighbour(at, 1)}`
  links.get(id).closest('details').open = true
  links.get(id).scrollIntoView({ block: 'nearest' })
  const active = document.activeElement
  keptFocus = active && active !== document.body && !stage.contains(active) ? active : find('main')
  delete stage.dataset.shown
  if (!(await gallery.show(id))) return
  stage.dataset.shown = id
  stage.dataset.element = entries[at].element
}

const search = () => {
  const wanted = find('find').value.trim().toLowerCase()
  const found = entries.filter(({ id, shows }) => `${words(id)} ${id} ${shows}`.toLowerCase().includes(wanted))
  const ids = new Set(found.map(({ id }) => id))
  for (const [id, link] of links) link.parentElement.hidden = !ids.has(id)
  for (const part of document.querySelectorAll('#list section, #list details')) {
    part.hidden = !part.querySelector('li:not([hidden])')
    if (wanted && part.localName === 'details') part.open = true
  }
  find('count').textContent = wanted ? `${found.length} of ${entries.length} pictures` : `${entries.length} pictures`
}

for (const input of document.querySelectorAll('input[type=radio]')) {
  input.addEventListener('change', () => {
    stage.dataset[input.name] = input.value
    if (input.name === 'scheme') gallery.setScheme(input.value)
  })
}
find('find').addEventListener('input', search)
addEventListener('hashchange', show)
search()
show()
