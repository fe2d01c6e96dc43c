import express from 'express'
import { createFrontEntryServer, expressGate, expressSession, readServerOptions } from 'front-entry/server'

const server = createFrontEntryServer(readServerOptions(process.env))
const app = express().use(expressSession(server))
app.get('/', expressGate(server), (_request, response) => response.sendFile('index.html', { root: '.' }))
app.get('/account/*path', (_request, response) => response.sendFile('index.html', { root: '.' })).listen(8080)
