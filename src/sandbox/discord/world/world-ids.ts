/**
 * The ids of the default world. Its servers are on different shards, whether there are two, three or four shards. The
 * page is built from this file too, so it can't import anything of Node's.
 */
export const ids = {
  application: '1100000000000000001',
  bot: '1100000000000000001',
  people: {
    member: '1200000000000000001',
    secondMember: '1200000000000000002',
    artist: '1200000000000000003',
    moderator: '1200000000000000004',
    manager: '1200000000000000005',
    operator: '1200000000000000006',
    owner: '1200000000000000007',
    thirdMember: '1200000000000000008',
  },
  atelier: {
    guild: '1300000000000000000',
    roles: {
      artist: '1300000000000000101',
      moderator: '1300000000000000102',
      manager: '1300000000000000103',
      bot: '1300000000000000104',
    },
    channels: {
      general: '1300000000000000201',
      gallery: '1300000000000000202',
      clips: '1300000000000000203',
      lateNight: '1300000000000000204',
      staff: '1300000000000000205',
      /** The bot can't see this channel. */
      hidden: '1300000000000000206',
      /** The bot can't attach files here. */
      textOnly: '1300000000000000207',
      /** A forum. */
      exhibition: '1300000000000000208',
      thread: '1300000000000000301',
      archivedThread: '1300000000000000302',
    },
  },
  annex: {
    guild: '1400000000020971520',
    roles: { artist: '1400000000000000101', manager: '1400000000000000103', bot: '1400000000000000104' },
    channels: { general: '1400000000000000201', sketches: '1400000000000000202' },
  },
  /** A channel for each way of moderating. */
  workshop: {
    guild: '1600000000029360128',
    roles: {
      trusted: '1600000000000000101',
      moderator: '1600000000000000102',
      manager: '1600000000000000103',
      bot: '1600000000000000104',
    },
    channels: {
      open: '1600000000000000201',
      review: '1600000000000000202',
      preview: '1600000000000000203',
      vote: '1600000000000000204',
      rounds: '1600000000000000205',
      lateHours: '1600000000000000206',
      showcase: '1600000000000000207',
      moderators: '1600000000000000208',
      reviewThread: '1600000000000000301',
    },
  },
  direct: { member: '1500000000000000001', operator: '1500000000000000002' },
} as const;
