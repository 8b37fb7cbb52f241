//! Serialization of what the runner's results contain, without serde's derive:
//! a worker must be quick to build.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::Part;
use crate::protocol::{Allocations, Phase};

/// 1 or 2.
impl Serialize for Part {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(u8::from(*self))
    }
}

impl<'de> Deserialize<'de> for Part {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Self::try_from(number).map_err(de::Error::custom)
    }
}

/// `parse`, `part1` or `part2`.
impl Serialize for Phase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Phase {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // A name with escapes cannot be borrowed, so it is an owned one.
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(de::Error::custom)
    }
}

const FIELDS: &[&str] = &["count", "bytes", "peak"];

impl Serialize for Allocations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Allocations", FIELDS.len())?;
        fields.serialize_field("count", &self.count)?;
        fields.serialize_field("bytes", &self.bytes)?;
        fields.serialize_field("peak", &self.peak)?;
        fields.end()
    }
}

impl<'de> Deserialize<'de> for Allocations {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("Allocations", FIELDS, AllocationsVisitor)
    }
}

struct AllocationsVisitor;

impl<'de> Visitor<'de> for AllocationsVisitor {
    type Value = Allocations;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("allocations with count, bytes and peak")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Allocations, A::Error> {
        let (mut count, mut bytes, mut peak) = (None, None, None);
        while let Some(name) = map.next_key::<String>()? {
            match name.as_str() {
                "count" => count = Some(map.next_value()?),
                "bytes" => bytes = Some(map.next_value()?),
                "peak" => peak = Some(map.next_value()?),
                // More fields may join in later versions.
                _ => {
                    map.next_value::<de::IgnoredAny>()?;
                }
            }
        }
        Ok(Allocations {
            count: count.ok_or_else(|| de::Error::missing_field("count"))?,
            bytes: bytes.ok_or_else(|| de::Error::missing_field("bytes"))?,
            peak: peak.ok_or_else(|| de::Error::missing_field("peak"))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde::de::value::{MapDeserializer, StrDeserializer, U8Deserializer};
    use serde::de::{IntoDeserializer, value};

    use super::*;

    #[test]
    fn parts_are_numbers() {
        let read = |number: u8| -> Result<Part, value::Error> {
            let number: U8Deserializer<value::Error> = number.into_deserializer();
            Part::deserialize(number)
        };
        assert_eq!(read(2).unwrap(), Part::Two);
        assert!(read(3).is_err());
    }

    #[test]
    fn phases_are_names() {
        let read = |name: &'static str| -> Result<Phase, value::Error> {
            let name: StrDeserializer<'_, value::Error> = name.into_deserializer();
            Phase::deserialize(name)
        };
        for phase in Phase::ALL {
            assert_eq!(read(phase.name()).unwrap(), phase);
        }
        assert!(read("part3").is_err());
    }

    #[test]
    fn allocations_ignore_fields_of_later_versions() {
        let read = |fields: &[(&'static str, u64)]| -> Result<Allocations, value::Error> {
            Allocations::deserialize(MapDeserializer::new(fields.iter().copied()))
        };
        let allocations = read(&[("count", 1), ("later", 9), ("peak", 3), ("bytes", 2)]);
        let expected = Allocations {
            count: 1,
            bytes: 2,
            peak: 3,
        };
        assert_eq!(allocations.unwrap(), expected);
        assert!(read(&[("count", 1), ("bytes", 2)]).is_err());
    }
}
