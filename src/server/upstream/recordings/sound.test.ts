import { expect, test } from 'vitest'
import { wav } from '#/server/faults/wav.ts'
import { mayBeSound, readSound } from './sound.ts'

const bytes = (text: string, size = 200) => {
  const file = new Uint8Array(size)
  file.set(Buffer.from(text, 'latin1'))
  return file
}

test.each([
  ['RIFX....WAVEfmt ', 'audio/wav'],
  ['RF64....WAVEds64', 'audio/wav'],
  ['ID3\x04\0\0\0\0\0\x0aTIT2', 'audio/mpeg'],
  ['\xff\xfb\x90\x64', 'audio/mpeg'],
  ['\xff\xe3\x18\xc4', 'audio/mpeg'],
  ['\0\0\0\xff\xfb\x90\x64', 'audio/mpeg'],
  ['\xff\xf1\x50\x80', 'audio/aac'],
  ['OggS\0\x02', 'audio/ogg'],
  ['fLaC\0\0', 'audio/flac'],
  ['\0\0\0\x20ftypM4A ', 'audio/mp4'],
  ['\x1a\x45\xdf\xa3', 'audio/webm'],
  ['#!AMR\n', 'audio/amr'],
  ['.snd\0\0', 'audio/basic'],
  ['FORM\0\0\0\0AIFF', 'audio/aiff'],
])('reads %j as %s', (head, type) => {
  expect(readSound(bytes(head), 10_000)).toMatchObject({ type })
})

test.each([
  '<!doctype html>',
  '{"error":1}',
  '#EXTM3U\n',
  '%PDF-1.7',
  'PK\x03\x04',
  '\x89PNG',
  '\xff\xd8\xff\xe0',
  '\xff\xfe<\0h\0',
])('takes %j for no sound', (head) => expect(readSound(bytes(head), 10_000)).toBeNull())

test('believes the bytes, not the length that a WAV header names', () => {
  for (const dataBytes of [0, 0xffff_ffff, 5]) {
    const file = wav({ seconds: 1, dataBytes })
    expect(readSound(file.subarray(0, 4096), file.length)).toMatchObject({ type: 'audio/wav' })
  }
  for (const dataBytes of [0, 0xffff_ffff])
    expect(readSound(wav({ seconds: 0, dataBytes }), 44)).toBe('empty')
})

test('finds nothing recorded in a tag or a header alone', () => {
  expect(readSound(bytes('ID3\x04\0\0\0\0\x01\x48'), 210)).toBe('empty')
  expect(readSound(bytes('ID3\x04\0\0\0\0\x01\x48'), 5000)).toMatchObject({ type: 'audio/mpeg' })
  const listed = new Uint8Array([...wav({ seconds: 0 }), ...bytes('LIST\x04\0\0\0INFO', 12)])
  expect(readSound(listed, listed.length)).toBe('empty')
  expect(readSound(new Uint8Array(0), null)).toBe('empty')
})

test('accepts sound and untyped files, no playlists and no documents', () => {
  for (const type of [
    'audio/wav',
    'audio/x-wav',
    'audio/mpeg',
    'application/octet-stream',
    'binary/octet-stream',
    '',
  ])
    expect(mayBeSound(type)).toBe(true)
  for (const type of [
    'audio/x-mpegurl',
    'audio/html',
    'audio/x-scpls',
    'video/mp4',
    'text/html',
    'image/svg+xml',
  ])
    expect(mayBeSound(type)).toBe(false)
})
