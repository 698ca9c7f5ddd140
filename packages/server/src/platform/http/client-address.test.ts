import { describe, expect, test } from 'vitest'
import { addressBucket, findClientAddress, trustProxies } from './client-address.ts'

const proxies = trustProxies(['10.0.0.0/8', '192.0.2.7', '2001:db8:ffff::/48'])

function find(peer: string | undefined, headers: Record<string, string> = {}, trust = proxies) {
  return findClientAddress(new Headers(headers), peer, trust)
}

// ASVS 4.1.3, 15.3.4
describe('the address of the caller', () => {
  test('is that of the connection when it is no configured proxy, whatever the headers say', () => {
    const headers = {
      'x-forwarded-for': '1.1.1.1',
      forwarded: 'for=1.1.1.1',
      'cf-connecting-ip': '1.1.1.1',
      'x-real-ip': '1.1.1.1',
      'x-vercel-forwarded-for': '1.1.1.1',
    }
    expect(find('203.0.113.9', headers)).toBe('203.0.113.9')
    expect(find('203.0.113.9', headers, trustProxies([]))).toBe('203.0.113.9')
    expect(find(undefined, headers)).toBeUndefined()
  })

  test.each([
    ['5.6.7.8', '5.6.7.8'],
    ['1.1.1.1, 5.6.7.8', '5.6.7.8'],
    ['1.1.1.1, 5.6.7.8, 10.3.3.3', '5.6.7.8'],
    ['5.6.7.8, 192.0.2.7,10.3.3.3', '5.6.7.8'],
    ['10.9.9.9', '10.9.9.9'],
    ['5.6.7.8:4711', '5.6.7.8'],
    ['1.1.1.1, [2001:DB8::1]:4711', '2001:db8::1'],
    ['1.1.1.1, [2001:db8::1]', '2001:db8::1'],
    ['::ffff:5.6.7.8', '5.6.7.8'],
    // What one of ours wrote cannot be read: then nothing left of it counts either.
    ['1.1.1.1, unknown', '10.0.0.1'],
    ['1.1.1.1, _hidden, 10.3.3.3', '10.3.3.3'],
    ['', '10.0.0.1'],
  ])('behind a configured proxy, `X-Forwarded-For: %s` means %s', (forwarded, address) => {
    expect(find('10.0.0.1', { 'x-forwarded-for': forwarded })).toBe(address)
  })

  test('is not taken from headers that a proxy may have passed on', () => {
    const headers = { 'cf-connecting-ip': '1.1.1.1', 'x-real-ip': '1.1.1.1', 'x-vercel-forwarded-for': '1.1.1.1' }
    expect(find('10.0.0.1', { ...headers, 'x-forwarded-for': '5.6.7.8' })).toBe('5.6.7.8')
    expect(find('10.0.0.1', headers)).toBe('10.0.0.1')
  })

  test.each([
    '::ffff:10.0.0.1',
    '::FFFF:a00:1/128',
    '::ffff:10.0.0.0/104',
  ])('of a proxy is recognized when it is configured as %s', (configured) => {
    const trust = trustProxies([configured])
    for (const peer of ['10.0.0.1', '::ffff:10.0.0.1']) {
      expect(find(peer, { 'x-forwarded-for': '5.6.7.8' }, trust)).toBe('5.6.7.8')
    }
    expect(find('11.0.0.1', { 'x-forwarded-for': '5.6.7.8' }, trust)).toBe('11.0.0.1')
  })

  test('of a proxy is recognized in every spelling', () => {
    for (const peer of ['10.0.0.1', '::ffff:10.0.0.1', '::FFFF:0a00:0001', '2001:db8:ffff::5', '2001:DB8:FFFF:0::5']) {
      expect(find(peer, { 'x-forwarded-for': '5.6.7.8' })).toBe('5.6.7.8')
    }
  })
})

describe('limits', () => {
  test('count an IPv4 address as one caller in every spelling', () => {
    const spellings = ['1.2.3.4', '::ffff:1.2.3.4', '::FFFF:1.2.3.4', '::ffff:102:304', '0:0:0:0:0:ffff:0102:0304']
    expect(new Set(spellings.map(addressBucket))).toEqual(new Set(['1.2.3.4']))
  })

  test('count an IPv6 /64 as one caller in every spelling', () => {
    const same = ['2001:db8:1:2::1', '2001:DB8:1:2:ffff::', '2001:0db8:0001:0002:0003:0004:0005:0006']
    expect(new Set(same.map(addressBucket)).size).toBe(1)
    expect(addressBucket('2001:db8:1:3::1')).not.toBe(addressBucket(same[0]!))
  })

  test('count callers without a known address together', () => {
    expect(addressBucket('')).toBe(addressBucket('not an address'))
  })
})
