import { describe, expect, it } from 'vitest'
import { obj, type ObjRead } from '#/contract/object.ts'
import { objectDetail, objectName, siteOf } from './object-name.ts'

const objectOf = (fields: Partial<ObjRead>): ObjRead => ({ ...obj.lenient.parse({ oid: 'o' }), ...fields })

describe('name', () => {
  it('is the title, else the site, the number, the identifier', () => {
    const site_url = 'https://a.example/'
    const own_number = '+78123094410'
    expect(objectName(objectOf({ title: ' A ', site_url }))).toBe('A')
    expect(objectName(objectOf({ title: ' ', site_url, own_number }))).toBe('a.example')
    expect(objectName(objectOf({ site_url: '', own_number }))).toBe('+7 812 309-44-10')
    expect(objectName(objectOf({ oid: 'x7' }))).toBe('x7')
  })

  it('has under it what it does not say itself', () => {
    const site_url = 'https://a.example/'
    const own_number = '+78123094410'
    expect(objectDetail(objectOf({ title: 'A', site_url, own_number }))).toBe('a.example')
    expect(objectDetail(objectOf({ title: 'A', own_number }))).toBe('+7 812 309-44-10')
    expect(objectDetail(objectOf({ site_url, own_number }))).toBe('+7 812 309-44-10')
    expect(objectDetail(objectOf({ own_number }))).toBeNull()
  })

  it('of a site has no scheme and no closing slash', () => {
    expect(siteOf({ site_url: 'HTTPS://neva12.ru/bron/' })).toBe('neva12.ru/bron')
    expect(siteOf({ site_url: '' })).toBeNull()
    expect(siteOf({ site_url: null })).toBeNull()
  })
})
